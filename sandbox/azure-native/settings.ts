/** What the provider knows from its configuration, common to all of its resources. */
export interface Settings {
  subscriptionId: string;
  /** `azure-native:location`, the default of every resource that has a location. */
  location?: string;
}
