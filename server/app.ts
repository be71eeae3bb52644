import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import type { ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import cors from '@fastify/cors';
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { accessTokens } from './accounts/access-tokens.ts';
import type { AccountDeps } from './accounts/account-deps.ts';
import { sendAccountEmails } from './accounts/account-emails.mail.ts';
import { authenticate } from './accounts/authenticate.ts';
import { purgeExpiredRows, purgeExpiredRowsDaily } from './accounts/purge-expired-rows.ts';
import { recordErasedIn } from './accounts/erased-list.ts';
import { accountCommands } from './accounts/operator-commands.ts';
import { anchorAudit, anchorAuditDaily } from './audit/anchor-audit.mail.ts';
import { auditCommands } from './audit/operator-commands.ts';
import { accountRoutes } from './accounts/routes.ts';
import { sendAdjustmentEmails } from './balance/adjustment-email.mail.ts';
import { creditDeposit } from './balance/credit-deposit.ts';
import { sendDepositEmails } from './balance/deposit-emails.mail.ts';
import { balanceCommands } from './balance/operator-commands.ts';
import { balanceRoutes } from './balance/routes.ts';
import { closeDaysJob, closeDaysNightly } from './books/close-days.ts';
import type { Clock } from './process/clock.ts';
import { type Config, isLocal, isPublicTest } from './process/config.ts';
import type { Database } from './database/open-database.ts';
import { writeInOneStatement } from './database/write-in-one-statement.ts';
import { apiDocumentation } from './http/api-documentation.ts';
import { apiRouteOf } from './http/api-route.ts';
import { bindEndpoints } from './http/bind-endpoints.ts';
import { healthRoutes } from './http/health.ts';
import { answerBrokenRequests, answerProblems } from './http/problem-replies.ts';
import { holdFloods } from './http/hold-floods.ts';
import { limitCallsInWork } from './http/limit-calls-in-work.ts';
import { keepDeskApart } from './http/keep-desk-apart.ts';
import { limitPipelining } from './http/limit-pipelining.ts';
import { networkOf, rateLimits } from './http/rate-limits.ts';
import { refuseForeignOrigins, sendSecurityHeaders } from './http/security-headers.ts';
import { shedLoad } from './http/shed-load.ts';
import { storefront } from './http/storefront.ts';
import { autoAcceptDeliveries } from './fulfilment/auto-accept-deliveries.ts';
import { deliverInstant } from './fulfilment/deliver-instant.ts';
import { sendHandOverEmails } from './fulfilment/manual-takeover-emails.mail.ts';
import { refundLateExpress, refundLateExpressHourly } from './fulfilment/refund-late-express.ts';
import { fulfilmentRoutes } from './fulfilment/routes.ts';
import { sendChangesEmails } from './fulfilment/confirm-changes.mail.ts';
import { sendWorkEmails } from './fulfilment/work-emails.mail.ts';
import type { FileDeps } from './files/file-deps.ts';
import { fileJobs, openFiles } from './files/open-files.ts';
import { fileCommands } from './files/operator-commands.ts';
import { fileRoutes } from './files/routes.ts';
import { sweepFilesDaily } from './files/sweep-files.ts';
import { type Keys, keysFor } from './process/derived-keys.ts';
import { type InstantWorker, openInstantWorker, previewOptions } from './instant/open-instant-worker.ts';
import { secondReaderOf } from './instant/second-reader/ask-language-tool.ts';
import { previewRoutes } from './instant/preview-routes.ts';
import { enqueue, emailPrefix } from './jobs/job.ts';
import { type JobRunner, runJobs } from './jobs/run-jobs.ts';
import { describeError } from './process/log.ts';
import { reportJobTrouble, sendJobTrouble } from './mail/job-trouble.mail.ts';
import { openMail } from './mail/open-mail.ts';
import { emailCommands } from './mail/operator-commands.ts';
import { recordSentEmails } from './mail/record-sent-emails.ts';
import type { OperatorCommands } from './operator/operator-command.ts';
import type { OrderDeps } from './orders/order-deps.ts';
import { orderCommands } from './orders/operator-commands.ts';
import { sendOrderEmails } from './orders/order-emails.mail.ts';
import { orderRoutes } from './orders/routes.ts';
import { orderPaymentEffects } from './orders/order-payment-effects.ts';
import { auditNightly, moneyJobs, nextNight } from './payments/audit/audit-money.ts';
import { sendDisputeEmails } from './payments/disputes/dispute-emails.mail.ts';
import { expireLinks } from './payments/expire-link.ts';
import { purgeFraudSignals, purgeFraudSignalsDaily } from './payments/purge-fraud-signals.ts';
import { sendOperatorAlerts } from './payments/operator-alert.mail.ts';
import { paymentCommands } from './payments/audit/operator-commands.ts';
import type { PaymentDeps } from './payments/payment-deps.ts';
import { sendPaymentEmail } from './payments/payment-email.mail.ts';
import { pollAttempts } from './payments/poll-attempt.ts';
import { processEvents } from './payments/webhooks/receive-event.ts';
import { sendRefundEmails } from './payments/refunds/refund-email.mail.ts';
import { paymentRoutes } from './payments/routes.ts';
import type { PaymentProvider } from './payments/provider/provider.ts';
import { mollieProvider } from './payments/mollie/mollie-provider.ts';
import { sandboxBooks } from './payments/sandbox/sandbox-books.ts';
import { sendSandboxWebhooks } from './payments/sandbox/sandbox-webhooks.ts';
import { sandboxPlugin } from './payments/sandbox/sandbox-plugin.ts';
import { sandboxProvider } from './payments/sandbox/sandbox-provider.ts';
import { submitRefunds } from './payments/refunds/submit-refund.ts';
import { webhooks } from './payments/webhooks/webhook-routes.ts';
import type { Answer } from './operator/open-metrics.ts';
import type { Desk } from './staff/open-desk.ts';
import { supportCommands } from './support/operator-commands.ts';
import { supportRoutes } from './support/routes.ts';
import type { SupportDeps } from './support/support-deps.ts';
import { sendAnswers } from './support/send-answers.ts';
import { sendThreadEmails } from './support/thread-emails.mail.ts';
import { sendTicketEmails } from './support/ticket-emails.mail.ts';

/** API addresses of the providers in tests: not a setting, because their keys are sent there. */
export type ProviderEndpoints = { stripe?: string; mollie?: string };

export type AppDeps = {
  config: Config;
  database: Database;
  clock: Clock;
  /** The current catalogue; another version may follow while the shop is running. */
  catalogue: () => Catalogue;
  /** All of the shop's own keys are derived from these secrets. */
  sessionSecrets: Keys;
  /** The built storefront; without it only the API is served. */
  webFolder?: string | undefined;
  instant?: InstantWorker;
  /** Replaces the real providers in tests. */
  endpoints?: ProviderEndpoints;
  /** Called for every answer, for measurements. `route`: the path's pattern. */
  onAnswer?: ((answer: Answer) => void) | undefined;
};

export type App = {
  http: FastifyInstance;
  jobs: JobRunner;
  mailDestination: string;
  /** Whether new payments are in live mode: the money is real. */
  livemode: boolean;
  /** From now on readiness is false and connections are not kept open; everything is served until `http` is closed. */
  leave(): void;
  /** The operator's commands by name. */
  commands: OperatorCommands;
  /** A link for the desk's first owner; undefined when there is an owner, or no desk. */
  firstDeskLink(): Promise<string | undefined>;
};

const isDeskCall = (request: FastifyRequest) => apiRouteOf(request)?.startsWith('/api/desk/') ?? false;

/** The address at which this process reaches itself. */
function originOf(address: AddressInfo | null): string {
  if (!address) throw new Error('The server does not listen yet');
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.address] ?? address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

function createHttp(config: Config, onAnswer: AppDeps['onAnswer']): FastifyInstance {
  const options: FastifyServerOptions & { http: ServerOptions } = {
    logger:
      config.logLevel === 'silent' ? false : { level: config.logLevel, serializers: { err: describeError } },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit: 65_536,
    requestTimeout: 10_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: false },
    // requests that arrived before the server closed are still served
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    ...answerBrokenRequests(config.publicUrl.startsWith('https:')),
  };
  const http: FastifyInstance = Fastify(options);
  limitPipelining(http.server);
  // a body that needs no CORS preflight must not reach a handler
  http.removeContentTypeParser('text/plain');
  // the path's pattern, not the path, which can contain a payment link's token
  http.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, log, ip } = request;
    const answer = { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode };
    // the client's address makes repeated attempts visible
    const from = answer.status >= 400 ? { network: networkOf(ip) } : {};
    log.info({ ...answer, ms: Math.round(reply.elapsedTime), ...from }, 'request');
    onAnswer?.({ ...answer, ms: reply.elapsedTime });
  });
  return http;
}

/** Wires the whole server from top to bottom. main.ts listens and stops. */
export async function createApp({
  config,
  database,
  clock,
  catalogue,
  sessionSecrets,
  webFolder,
  instant = openInstantWorker(),
  endpoints = {},
  onAnswer,
}: AppDeps): Promise<App> {
  const { db, pool } = database;
  const previews = openInstantWorker(previewOptions);
  const { publicUrl } = config;
  const http = createHttp(config, onAnswer);
  const log = http.log;
  const localOrigin = () => originOf(http.server.address() as AddressInfo | null);

  const folder = join(config.dataDir, 'mail');
  const outbox = openMail({ smtpUrl: config.smtpUrl, folder, from: config.mailFrom, publicUrl });
  const mail = recordSentEmails(outbox, { db, clock });
  const erasing = { mail, recordErased: recordErasedIn(config.dataDir) };
  const limits = rateLimits(pool, config.rateLimitFactor, log);
  // wakes the job runner, which is created last because its handlers need everything else
  const jobs = { wake: () => runner.wake() };

  const sandboxKeys = keysFor(sessionSecrets, 'sandbox');
  const isSandbox = config.payments === 'sandbox';
  const providers: PaymentProvider[] = [];
  if (isSandbox)
    providers.push(sandboxProvider({ origin: localOrigin, publicUrl, keys: sandboxKeys, clock }));
  if (config.stripe) {
    // Stripe's SDK takes a quarter of a second and 35 MB to load
    const { stripeProvider } = await import('./payments/stripe/stripe-provider.ts');
    providers.push(stripeProvider({ ...config.stripe, clock, endpoint: endpoints.stripe }));
  }
  if (config.mollie)
    providers.push(
      mollieProvider({
        ...config.mollie,
        endpoint: endpoints.mollie,
        webhookUrl: isLocal(publicUrl) ? undefined : `${publicUrl}/api/webhooks/mollie`,
        webhookKeys: keysFor(sessionSecrets, 'mollie notices'),
      }),
    );
  const provider = providers.find(({ name }) => name === config.payments)!;

  const accounts: AccountDeps = {
    db,
    clock,
    log,
    limits,
    jobs,
    tokens: accessTokens(keysFor(sessionSecrets, 'access tokens'), publicUrl, clock),
    passwordMinLength: config.passwordMinLength,
    codeKeys: keysFor(sessionSecrets, 'email codes'),
  };
  const payments: PaymentDeps = {
    db,
    clock,
    catalogue,
    log,
    limits,
    jobs,
    publicUrl,
    provider,
    providers,
    linkHandlers: { order: orderPaymentEffects, deposit: creditDeposit },
  };
  const orders: OrderDeps = { db, clock, catalogue, limits, jobs, publicUrl, livemode: provider.livemode };
  const support: SupportDeps = {
    db,
    clock,
    limits,
    jobs,
    challengeKeys: keysFor(sessionSecrets, 'ticket challenges'),
  };

  const files: FileDeps = await openFiles(config, { db, clock, log, jobs });
  const makers = { ...orders, instant, secondReader: secondReaderOf(config), log };

  const desk = config.deskOrigin ? await loadDesk(config.deskOrigin) : undefined;
  async function loadDesk(origin: string): Promise<Desk> {
    const [{ openDesk }, { deskOriginOf }, { workRoutes }, { deskJobs }] = await Promise.all([
      import('./staff/open-desk.ts'),
      import('./staff/desk-origin.ts'),
      import('./desk/routes.ts'),
      import('./desk/jobs.ts'),
    ]);
    const emails = { operatorEmail: config.operatorEmail, deskOrigin: origin };
    const work = { ...orders, ...emails, log, files, analyzer: previews, payments, ...erasing };
    const codeKeys = keysFor(sessionSecrets, 'staff codes');
    return openDesk(
      { db, clock, catalogue, log, limits, jobs, origin: deskOriginOf(origin), codeKeys },
      { handlers: workRoutes(work), ...deskJobs(work) },
    );
  }

  const runner = runJobs(
    { db, clock, log, onTrouble: reportJobTrouble },
    {
      ...sendJobTrouble(mail, config.operatorEmail),
      ...sendAccountEmails({ db, clock, mail, publicUrl, codeKeys: accounts.codeKeys, limits }),
      ...sendOrderEmails(orders, mail, config.operatorEmail),
      ...sendWorkEmails(orders, mail, config.operatorEmail),
      ...sendChangesEmails(orders, mail),
      ...autoAcceptDeliveries(orders),
      ...deliverInstant(makers),
      ...sendHandOverEmails(orders, mail, config.operatorEmail),
      ...refundLateExpress(orders),
      ...sendDepositEmails(db, mail, publicUrl),
      ...sendAdjustmentEmails(db, mail, publicUrl),
      ...sendRefundEmails(db, mail, publicUrl),
      ...sendDisputeEmails({ db, clock, mail }, publicUrl, config.operatorEmail),
      ...sendPaymentEmail({ db, mail, publicUrl, limits }),
      ...sendTicketEmails({ ...config, db }, mail),
      ...sendThreadEmails({ ...config, db }, mail),
      ...sendAnswers(support),
      ...sendOperatorAlerts(db, mail, config.operatorEmail),
      ...pollAttempts(payments),
      ...processEvents(payments),
      ...expireLinks(payments),
      ...submitRefunds(payments),
      ...purgeFraudSignals(payments),
      ...auditNightly(payments, mail, config.operatorEmail),
      ...purgeExpiredRows(accounts),
      ...fileJobs(files, mail, config),
      ...anchorAudit({ db, clock, log }, mail, config.operatorEmail),
      ...closeDaysJob({ db, clock }),
      ...desk?.handlers(mail),
      ...(isSandbox ? sendSandboxWebhooks(localOrigin, sandboxKeys, clock) : {}),
    },
  );

  const now = clock();
  await writeInOneStatement(db, [
    enqueue([
      refundLateExpressHourly.at(now, {}, 'hourly'),
      purgeFraudSignalsDaily.at(now, {}, 'daily'),
      purgeExpiredRowsDaily.at(now, {}, 'daily'),
      ...moneyJobs(now),
      anchorAuditDaily.at(nextNight(now), {}, 'daily'),
      closeDaysNightly.at(now, {}, 'daily'),
      sweepFilesDaily.at(nextNight(now), {}, 'daily'),
      ...(desk?.daily(now) ?? []),
    ]),
  ]);

  answerProblems(http);
  sendSecurityHeaders(http, publicUrl.startsWith('https:'));
  refuseForeignOrigins(http, [new URL(publicUrl).origin, ...config.corsOrigins]);
  if (config.deskOrigin) keepDeskApart(http, publicUrl, config.deskOrigin);
  if (config.corsOrigins.length > 0)
    await http.register(cors, {
      // never for the desk, which has a cookie
      delegator: async (request: FastifyRequest) => ({
        origin: !isDeskCall(request) && config.corsOrigins,
        credentials: true,
        maxAge: 600,
        exposedHeaders: ['content-disposition', 'retry-after', 'x-request-id'],
      }),
    });
  limitCallsInWork(http, config.rateLimitFactor);
  holdFloods(http, config.rateLimitFactor);
  shedLoad(http, pool, log, config.busyAfterMs);
  let isLeaving = false;
  http.addHook('onRequest', async (_request, reply) => {
    // pages compute days with this time
    reply.header('date', clock().toUTCString());
    if (isLeaving) reply.header('connection', 'close');
  });
  bindEndpoints(
    http,
    {
      ...accountRoutes(accounts),
      ...orderRoutes(orders, payments),
      ...fulfilmentRoutes(makers),
      ...previewRoutes({ previews, catalogue }),
      ...balanceRoutes(orders),
      ...paymentRoutes(payments),
      ...supportRoutes(support),
      ...fileRoutes(files),
      ...healthRoutes(database, clock, emailPrefix, () => isLeaving),
    },
    authenticate(accounts),
    limits,
    catalogue,
  );
  if (desk) await http.register(desk.calls);
  await http.register(apiDocumentation(publicUrl, catalogue));
  await http.register(webhooks(payments));
  if (isSandbox)
    await http.register(
      sandboxPlugin({ books: sandboxBooks(db, clock), keys: sandboxKeys, publicUrl, wakeJobs: jobs.wake }),
    );
  if (webFolder && desk) await http.register(desk.pages(webFolder));
  if (webFolder) await http.register(storefront(webFolder, isPublicTest(config)));
  // emails may be in progress, so the mail server is closed last
  http.addHook('onClose', async () => {
    await Promise.all([runner.stop(), instant.close(), previews.close()]);
    mail.close();
  });
  return {
    http,
    jobs: runner,
    mailDestination: mail.destination,
    livemode: provider.livemode,
    leave: () => void (isLeaving = true),
    commands: {
      ...accountCommands({ db, clock, ...erasing }),
      ...orderCommands(payments),
      ...balanceCommands(orders),
      ...paymentCommands(payments),
      ...supportCommands(support),
      ...emailCommands(db, clock, runner),
      ...auditCommands({ database, clock, catalogue }),
      ...fileCommands(files),
      ...desk?.commands,
    },
    firstDeskLink: async () => desk?.firstLink(),
  };
}
