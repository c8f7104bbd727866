"""The HTTP door: plans, runs and approvals, for programs and people who have a token."""
