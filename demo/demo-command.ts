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
  // keeps the emails in the data folder, because the demo's addresses do not exist
  const settings = {
    PUBLIC_URL: publicUrl,
    DESK_ORIGIN: deskOrigin ?? 'http://localhost',
    MAIL_FROM: mailFrom,
    OPERATOR_EMAIL: operatorEmail,
  };
  const { email, password, team } = await fillDemo({ databaseUrl, dataDir, settings });
  const links = team.map(({ name, role, url }) => `  ${`${name}, ${role}`.padEnd(22)}${url}`);
  return [
    'The shop now has customers, a team and work for it. Start it.',
    `To shop, log in at ${publicUrl}/account/login:\n\n  Email     ${email}\n  Password  ${password}`,
    ...(deskOrigin
      ? [
          'To work at the desk, open the link for the first owner that the start prints. Or open a link below to work as one of the team:',
          links.join('\n'),
          `Each link works once, for a day. "DATA_DIR=${dataDir} npm run operator -- staff let-back-in nadia@demo.example" makes another.`,
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
