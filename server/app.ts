import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { accessTokens } from './accounts/access-tokens.ts';
import type { AccountDeps } from './accounts/account-deps.ts';
import { authenticate } from './accounts/authenticate.ts';
import { purgeExpiredRows, purgeExpiredRowsDaily } from './accounts/purge-expired-rows.ts';
import { recordErasedIn } from './accounts/erased-list.ts';
import type { EraseDeps } from './accounts/manage-account.ts';
import { accountCommands } from './accounts/operator-commands.ts';
import { anchorAudit, anchorAuditDaily } from './audit/anchor-audit.mail.ts';
import { auditCommands } from './audit/operator-commands.ts';
import { accountRoutes } from './accounts/routes.ts';
import { creditDeposit } from './balance/credit-deposit.ts';
import { balanceCommands } from './balance/operator-commands.ts';
import { balanceRoutes } from './balance/routes.ts';
import { closeDaysJob, closeDaysNightly } from './books/close-days.ts';
import { calendarRoutes, watchHolidays } from './calendar/holidays.ts';
import type { Clock } from './process/clock.ts';
import { type Config, isPublicTest } from './process/config.ts';
import type { Database } from './database/open-database.ts';
import { writeInOneStatement } from './database/write-in-one-statement.ts';
import { apiDocumentation } from './http/api-documentation.ts';
import { bindEndpoints } from './http/bind-endpoints.ts';
import { type AnsweredCall, createHttp, guardCalls, localOriginOf } from './http/create-http.ts';
import { healthRoutes } from './http/health.ts';
import { rateLimits } from './http/rate-limits.ts';
import { storefront } from './http/storefront.ts';
import { autoAcceptDeliveries } from './fulfilment/auto-accept-deliveries.ts';
import { deliverInstant, type InstantDeps } from './fulfilment/deliver-instant.ts';
import { refundLateExpress, refundLateExpressHourly } from './fulfilment/refund-late-express.ts';
import { fulfilmentRoutes } from './fulfilment/routes.ts';
import type { FileDeps } from './files/file-deps.ts';
import { fileJobs, openStoreAndScanner } from './files/open-store-and-scanner.ts';
import { fileCommands } from './files/operator-commands.ts';
import { fileRoutes } from './files/routes.ts';
import { sweepFilesDaily } from './files/sweep-files.ts';
import { type Keys, keysFor } from './process/derived-keys.ts';
import { type InstantWorker, openInstantWorker, previewOptions } from './instant/open-instant-worker.ts';
import { secondReaderOf } from './instant/second-reader/ask-language-tool.ts';
import { previewRoutes } from './instant/preview-routes.ts';
import { enqueue, emailPrefix, type JobHandlers } from './jobs/job.ts';
import { type JobRunner, runJobs } from './jobs/run-jobs.ts';
import { reportJobTrouble } from './mail/job-trouble.mail.ts';
import { type Mail, openMail } from './mail/open-mail.ts';
import { emailCommands } from './mail/operator-commands.ts';
import { recordSentEmails } from './mail/record-sent-emails.ts';
import type { OperatorCommands } from './operator/operator-command.ts';
import type { OrderDeps } from './orders/order-deps.ts';
import { orderCommands } from './orders/operator-commands.ts';
import { orderRoutes } from './orders/routes.ts';
import { orderPaymentEffects } from './orders/order-payment-effects.ts';
import { auditNightly, moneyJobs, nextNight } from './payments/audit/audit-money.ts';
import { expireLinks } from './payments/expire-link.ts';
import { purgeFraudSignals, purgeFraudSignalsDaily } from './payments/purge-fraud-signals.ts';
import { paymentCommands } from './payments/audit/operator-commands.ts';
import type { PaymentDeps } from './payments/payment-deps.ts';
import { pollAttempts } from './payments/poll-attempt.ts';
import { processEvents } from './payments/webhooks/receive-event.ts';
import { openProviders, type ProviderEndpoints } from './payments/open-providers.ts';
import { paymentRoutes } from './payments/routes.ts';
import { sandboxBooks } from './payments/sandbox/sandbox-books.ts';
import { sendSandboxWebhooks } from './payments/sandbox/sandbox-webhooks.ts';
import { sandboxPlugin } from './payments/sandbox/sandbox-plugin.ts';
import { submitRefunds } from './payments/refunds/submit-refund.ts';
import { webhooks } from './payments/webhooks/webhook-routes.ts';
import type { DeskDeps } from './desk/desk-deps.ts';
import type { Desk } from './staff/open-desk.ts';
import { shopEmails } from './shop-emails.ts';
import { supportCommands } from './support/operator-commands.ts';
import { supportRoutes } from './support/routes.ts';
import type { SupportDeps } from './support/support-deps.ts';
import { sendAnswers } from './support/send-answers.ts';

export type AppDeps = {
  config: Config;
  database: Database;
  clock: Clock;
  /** The current catalogue. Another version may replace it while the shop is running. */
  catalogue: () => Catalogue;
  /** The secrets from which all of the shop's own keys are derived. */
  sessionSecrets: Keys;
  /** The folder of the built storefront; without it, only the API is served. */
  webFolder?: string | undefined;
  instant?: InstantWorker;
  /** Replaces the real providers in tests. */
  endpoints?: ProviderEndpoints;
  /** Called for every answer, for measurements. `route`: the path's pattern. */
  onAnswer?: ((answer: AnsweredCall) => void) | undefined;
};

export type App = {
  http: FastifyInstance;
  jobs: JobRunner;
  mailDestination: string;
  /** Live mode: the money of new payments is real. */
  livemode: boolean;
  /** Begins the shutdown: readiness becomes false and keep-alive ends. Calls are served until `http` is closed. */
  leave(): void;
  /** The operator's commands by name. */
  commands: OperatorCommands;
  /** A link for the desk's first owner; undefined when there is an owner or no desk. */
  firstDeskLink(): Promise<string | undefined>;
};

/** Connects all parts of the server. main.ts makes it listen and stops it. */
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
  const localOrigin = () => localOriginOf(http);

  const folder = join(config.dataDir, 'mail');
  const outbox = openMail({ smtpUrl: config.smtpUrl, folder, from: config.mailFrom, publicUrl });
  const mail = recordSentEmails(outbox, { db, clock });
  const erasing = { db, clock, mail, recordErased: recordErasedIn(config.dataDir) };
  const holidays = await watchHolidays(database, log);
  const limits = rateLimits(pool, config.rateLimitFactor, log);
  // `runner` is created last, because its handlers need everything else
  const jobs = { wake: () => runner.wake() };
  const codeKeys = keysFor(sessionSecrets, 'email codes');
  const sandboxKeys = keysFor(sessionSecrets, 'sandbox');
  const isSandbox = config.payments === 'sandbox';
  const { provider, providers } = await openProviders(config, {
    clock,
    keys: { sandbox: sandboxKeys, mollie: keysFor(sessionSecrets, 'mollie notices') },
    endpoints,
    localOrigin,
  });

  const accounts: AccountDeps = {
    db,
    clock,
    log,
    limits,
    jobs,
    tokens: accessTokens(keysFor(sessionSecrets, 'access tokens'), publicUrl, clock),
    passwordMinLength: config.passwordMinLength,
    codeKeys,
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

  const files: FileDeps = await openStoreAndScanner(config, { db, clock, log, jobs });
  const makers = { ...orders, instant, secondReader: secondReaderOf(config), log };

  const desk = await openDeskOf(config, sessionSecrets, {
    ...orders,
    log,
    files,
    analyzer: previews,
    payments,
    ...erasing,
  });
  const parts: Parts = { accounts, orders, payments, support, files, makers, erasing, desk };
  const runner = runJobs(
    { db, clock, log, onTrouble: reportJobTrouble },
    {
      ...jobHandlers(config, codeKeys, parts),
      ...(isSandbox ? sendSandboxWebhooks(localOrigin, sandboxKeys, clock) : {}),
    },
  );

  await enqueueRegularJobs(db, clock(), desk);
  await guardCalls(http, { ...config, pool, clock });
  let isLeaving = false;
  http.addHook('onRequest', async (_request, reply) => {
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
      ...calendarRoutes,
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
  // closes the mail server last, because emails may be in progress
  http.addHook('onClose', async () => {
    holidays.close();
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
      ...operatorCommands(parts),
      ...emailCommands(db, clock, runner),
      ...auditCommands({ database, clock, catalogue }),
    },
    firstDeskLink: async () => desk?.firstLink(),
  };
}

/** What the rooms of the server work with. */
type Parts = {
  accounts: AccountDeps;
  orders: OrderDeps;
  payments: PaymentDeps;
  support: SupportDeps;
  files: FileDeps;
  makers: InstantDeps;
  erasing: EraseDeps & { mail: Mail };
  desk: Desk | undefined;
};

const jobHandlers = (
  config: Config,
  codeKeys: Keys,
  { accounts, orders, payments, support, files, makers, erasing: { mail }, desk }: Parts,
): JobHandlers => ({
  ...shopEmails({ ...orders, ...config, mail, codeKeys }),
  ...autoAcceptDeliveries(orders),
  ...deliverInstant(makers),
  ...refundLateExpress(orders),
  ...sendAnswers(support),
  ...pollAttempts(payments),
  ...processEvents(payments),
  ...expireLinks(payments),
  ...submitRefunds(payments),
  ...purgeFraudSignals(payments),
  ...auditNightly(payments, mail, config.operatorEmail),
  ...purgeExpiredRows(accounts),
  ...fileJobs(files),
  ...anchorAudit(accounts, mail, config.operatorEmail),
  ...closeDaysJob(orders),
  ...desk?.handlers(mail),
});

const operatorCommands = ({ orders, payments, support, files, erasing, desk }: Parts): OperatorCommands => ({
  ...accountCommands(erasing),
  ...orderCommands(payments),
  ...balanceCommands(orders),
  ...paymentCommands(payments),
  ...supportCommands(support),
  ...fileCommands(files),
  ...desk?.commands,
});

/** The staff's desk; undefined without its address. Its code is loaded only when there is one. */
async function openDeskOf(
  { deskOrigin: origin, operatorEmail }: Config,
  sessionSecrets: Keys,
  deps: Omit<DeskDeps, 'deskOrigin' | 'operatorEmail' | 'proposalKeys'>,
): Promise<Desk | undefined> {
  if (!origin) return undefined;
  const [{ openDesk }, { deskOriginOf }, { workRoutes }, { deskJobs }] = await Promise.all([
    import('./staff/open-desk.ts'),
    import('./staff/desk-origin.ts'),
    import('./desk/routes.ts'),
    import('./desk/jobs.ts'),
  ]);
  const work = {
    ...deps,
    operatorEmail,
    deskOrigin: origin,
    proposalKeys: keysFor(sessionSecrets, 'proposals'),
  };
  return openDesk(
    { ...deps, origin: deskOriginOf(origin), codeKeys: keysFor(sessionSecrets, 'staff codes') },
    { handlers: workRoutes(work), ...deskJobs(work) },
  );
}

/** Enqueues the jobs that run again and again, unless they are enqueued already. */
const enqueueRegularJobs = (db: Database['db'], now: Date, desk: Desk | undefined) =>
  writeInOneStatement(db, [
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
