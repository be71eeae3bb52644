interface ImportMetaEnv {
  /** The API's address: a path of this host, or another origin. */
  readonly API_ROOT: string;
  /** Google Analytics 4, such as G-XXXXXXXXXX; "" disables measurement. */
  readonly ANALYTICS_MEASUREMENT_ID: string;
  /** Whether the operator's own language server reads analyzed texts. */
  readonly HAS_SECOND_READER: boolean;
}
