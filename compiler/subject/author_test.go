package subject

import "fmt"

func ExampleAuthor_Name() {
	fmt.Println(Author{}.Name())
	// Output: extractive/15
}
