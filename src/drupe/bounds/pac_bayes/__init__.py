"""PAC-Bayes: a prior over rules before the data, a price for each rule, region or posterior after them."""
