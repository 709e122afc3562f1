"""What tests are fed from, and what they find: settings, pairs of learners, findings. Nothing here decides."""
