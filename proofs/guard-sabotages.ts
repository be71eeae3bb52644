import { encodingGuards } from './guard-sabotages/v1-encoding.ts';
import { validationGuards } from './guard-sabotages/v2-validation.ts';
import { webFrontendGuards } from './guard-sabotages/v3-web-frontend.ts';
import { apiGuards } from './guard-sabotages/v4-api.ts';
import { fileHandlingGuards } from './guard-sabotages/v5-file-handling.ts';
import { authenticationGuards } from './guard-sabotages/v6-authentication.ts';
import { sessionsGuards } from './guard-sabotages/v7-sessions.ts';
import { authorizationGuards } from './guard-sabotages/v8-authorization.ts';
import { tokensGuards } from './guard-sabotages/v9-tokens.ts';
import { oauthGuards } from './guard-sabotages/v10-oauth.ts';
import { cryptographyGuards } from './guard-sabotages/v11-cryptography.ts';
import { communicationGuards } from './guard-sabotages/v12-communication.ts';
import { configurationGuards } from './guard-sabotages/v13-configuration.ts';
import { dataProtectionGuards } from './guard-sabotages/v14-data-protection.ts';
import { architectureGuards } from './guard-sabotages/v15-architecture.ts';
import { loggingGuards } from './guard-sabotages/v16-logging.ts';
import { customerGuards } from './guard-sabotages/customers.ts';
import { moneyGuards } from './guard-sabotages/money.ts';
import { proposalGuards } from './guard-sabotages/proposals.ts';
import { workGuards } from './guard-sabotages/work.ts';
import type { Sabotage } from './sabotages.ts';

/**
 * Guards to remove, one at a time. Each removal must make its test fail. There is one file per chapter of docs/security/asvs.md,
 * and four for the desk: its work, its customers, money, and proposals.
 */
export const guardSabotages: Sabotage[] = [
  ...encodingGuards,
  ...validationGuards,
  ...webFrontendGuards,
  ...apiGuards,
  ...fileHandlingGuards,
  ...authenticationGuards,
  ...sessionsGuards,
  ...authorizationGuards,
  ...tokensGuards,
  ...oauthGuards,
  ...cryptographyGuards,
  ...communicationGuards,
  ...configurationGuards,
  ...dataProtectionGuards,
  ...architectureGuards,
  ...loggingGuards,
  ...workGuards,
  ...customerGuards,
  ...moneyGuards,
  ...proposalGuards,
];
