"""What an evaluation found, as JSON and as one page that needs nothing else."""
