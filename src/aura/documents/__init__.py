"""Documents, spreadsheets and presentations in the Office Open XML formats, as bytes in and bytes out."""
