// The kubernetes provider's own main package cannot be built from its module, because the files it embeds are
// generated in its repository. The provider itself is exported; this starts it.
package main

import (
	"encoding/json"

	"github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/provider"
)

// version is stamped by the build.
var version = "0.0.0"

func main() {
	schema, err := json.Marshal(map[string]string{"name": "kubernetes", "version": version})
	if err != nil {
		panic(err)
	}
	provider.Serve("kubernetes", version, schema, []byte("{}"))
}
