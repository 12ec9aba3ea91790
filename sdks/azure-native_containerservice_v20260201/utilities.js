"use strict";

const { registerPackage } = require("@pulumi/pulumi/runtime");
const { pulumi } = require("./package.json");

/** Tells the engine which provider serves this package and with which parameter. The SDK remembers it for the program. */
function getPackage() {
  return registerPackage({
    baseProviderName: pulumi.name,
    baseProviderVersion: pulumi.version,
    baseProviderDownloadUrl: "",
    packageName: pulumi.parameterization.name,
    packageVersion: pulumi.parameterization.version,
    base64Parameter: pulumi.parameterization.value,
  });
}

module.exports = { getPackage };
