export interface ServiceEndpointAzureRMCredentials {
  serviceprincipalid: string;
  serviceprincipalkey?: string;
  serviceprincipalcertificate?: string;
}

export interface ServiceEndpointAzureRMFeatures {
  validate?: boolean;
}
