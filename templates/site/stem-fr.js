// The endings of stem.go in package search.
tokens.stemmers.fr = tokens.endings("issements issement ements ement ations ation ateurs ateur atrices atrice euses euse ives ive ites ite aient ions ees ers ent ons ait ee es er ez if s x e", 4);
