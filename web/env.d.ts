interface ImportMetaEnv {
  /** Where the API answers: a path of this host, or another origin. */
  readonly API_ROOT: string;
  /** Google Analytics 4, like G-XXXXXXXXXX; "" counts nothing. */
  readonly ANALYTICS_MEASUREMENT_ID: string;
}
