package llm

// Estimate is what so many tokens can cost at most, of the provider that is asked next, as far as the
// settings tell its price.
func (c *Client) Estimate(in, out int) Cost {
	price, ok := c.Prices.of(c.Info().Model)
	if !ok {
		return Cost{}
	}
	return price.most(in, out)
}
