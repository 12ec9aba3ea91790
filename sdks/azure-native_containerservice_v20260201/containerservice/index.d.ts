export * as v20260201 from "./v20260201";
