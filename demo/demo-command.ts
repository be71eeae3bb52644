/** npm run demo: fills an empty shop with a customer whose orders have every state, and the desk with a team and a queue. */
import { loadConfig, readEnvironment } from '#server/process/config.ts';
import { describeFailure } from '#server/database/database-is-away.ts';
import { StartError } from '#server/process/start-error.ts';
import { fillDemo } from './fill-demo.ts';

async function demo(): Promise<string> {
  const config = loadConfig(readEnvironment());
  const { databaseUrl, dataDir, publicUrl, deskOrigin, mailFrom, operatorEmail, payments } = config;
  if (payments !== 'sandbox')
    throw new StartError('Demo data works only with PAYMENTS=sandbox, because its payments aren’t real.');
  // writes emails into the data folder, because the demo's addresses don't exist
  const settings = {
    PUBLIC_URL: publicUrl,
    DESK_ORIGIN: deskOrigin ?? 'http://localhost',
    MAIL_FROM: mailFrom,
    OPERATOR_EMAIL: operatorEmail,
  };
  const { email, password, team } = await fillDemo({ databaseUrl, dataDir, settings });
  const links = team.map(({ name, role, url }) => `  ${`${name}, ${role}`.padEnd(22)}${url}`);
  return [
    'The shop now has customers, a team and work for the team. Start the shop.',
    `To shop, log in at ${publicUrl}/account/login:\n\n  Email     ${email}\n  Password  ${password}`,
    ...(deskOrigin
      ? [
          'To work at the desk, open the first owner’s link, which the shop prints when it starts. Or open a link below to work as a team member:',
          links.join('\n'),
          `Each link works once and expires after a day. To create another one, run "DATA_DIR=${dataDir} npm run operator -- staff let-back-in nadia@demo.example".`,
        ]
      : []),
    `The emails are in ${dataDir}/mail.`,
  ].join('\n\n');
}

try {
  console.log(await demo());
} catch (error) {
  console.error(describeFailure(error) ?? error);
  process.exitCode = 1;
}
