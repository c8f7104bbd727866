"""What is said beside commands: remarks, reports, reasons, background."""
