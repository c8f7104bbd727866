"""Plans that are approved and run: now or at their time, gone on with, and looked back on."""
