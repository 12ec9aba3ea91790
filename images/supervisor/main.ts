/** Entry point of the agent images: `supervisor run | drain | health | prune`. */
