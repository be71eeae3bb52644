/** npm run demo: fills an empty shop with a customer whose orders have every state. */
import { loadConfig, readEnvironment } from '#server/process/config.ts';
import { StartError } from '#server/process/start-error.ts';
import { fillDemo } from './fill-demo.ts';

async function demo(): Promise<string> {
  const { databaseUrl, dataDir, publicUrl, mailFrom, operatorEmail, payments } =
    loadConfig(readEnvironment());
  if (payments !== 'sandbox')
    throw new StartError('Demo data works only with PAYMENTS=sandbox, because its payments aren’t real.');
  // keeps the emails in the data folder, because the demo's addresses do not exist
  const settings = { PUBLIC_URL: publicUrl, MAIL_FROM: mailFrom, OPERATOR_EMAIL: operatorEmail };
  const { email, password } = await fillDemo({ databaseUrl, dataDir, settings });
  return `The shop now has a customer. Start it and log in:\n\n  Email     ${email}\n  Password  ${password}\n\nThe emails are in ${dataDir}/mail.`;
}

try {
  console.log(await demo());
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
