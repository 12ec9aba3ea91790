export * as containerservice from "./containerservice";
