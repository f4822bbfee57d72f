"""Log lines → what they say, by the signatures; and what that means for a manifest."""
