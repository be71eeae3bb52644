import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { deliveryAddress } from '#server/database/email-address.ts';
import { syncPath } from '#server/database/sync-to-disk.ts';
import { Deferral } from '#server/jobs/job.ts';
import { isLoopbackHost } from '#server/process/is-loopback-host.ts';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import type SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import { deleteEmails } from './delete-emails.ts';
import type { Email } from './compose-email.ts';

export type Mail = {
  /**
   * Sends an email. Resolves when the mail server has accepted it, or its file is complete.
   * @throws Deferral when the mail server is unavailable or refuses temporarily; another error when it rejects the email
   * permanently
   */
  send(email: Email): Promise<void>;
  /**
   * Deletes the stored emails to an address or with it as Reply-To, and returns their number. Emails at a mail server can't be
   * deleted.
   */
  forget(address: string): Promise<number>;
  /** The destination of emails, as text for the operator. */
  destination: string;
  close(): void;
};

async function message(email: Email, from: string, host: string): Promise<SendMailOptions> {
  const { to, subject, text, html, replyTo, id } = email;
  const file = await email.file?.();
  return {
    from,
    to: deliveryAddress(to),
    subject,
    text,
    html,
    ...(replyTo ? { replyTo: deliveryAddress(replyTo) } : {}),
    ...(file
      ? {
          attachments: [
            { filename: file.name, content: Buffer.from(file.content), contentType: 'application/pdf' },
          ],
        }
      : {}),
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

type Options = { smtpUrl?: string | undefined; folder: string; from: string; publicUrl: string };

/** Sends emails to the SMTP server when there is one, otherwise writes each into one .eml file in `folder`. */
export function openMail({ smtpUrl, folder, from, publicUrl }: Options): Mail {
  const { hostname } = new URL(publicUrl);
  if (smtpUrl) {
    const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
    const server = new URL(smtpUrl);
    // an attacker between client and server can remove STARTTLS from the server's answer
    const requireTLS = server.password !== '' || !isLoopbackHost(server.hostname);
    const transport = nodemailer.createTransport({ url: smtpUrl, requireTLS, ...timeouts });
    return {
      destination: `${server.hostname}:${server.port || (server.protocol === 'smtps:' ? 465 : 587)}`,
      async send(email) {
        const sent = await message(email, from, hostname);
        try {
          await transport.sendMail(sent);
        } catch (error) {
          const { command = '', responseCode = 0 } = error as SMTPConnection.SMTPError;
          // the operator can correct a wrong password, a rejected sender or a missing certificate, so the email is retried
          if (responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command)) throw error;
          throw new Deferral((error as Error).message, { cause: error });
        }
      },
      forget: () => Promise.resolve(0),
      close: () => transport.close(),
    };
  }
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    destination: folder,
    async send(email) {
      const { message: bytes } = await transport.sendMail(await message(email, from, hostname));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${email.id}.eml`);
      // writes a temporary file and renames it, so that readers never see a partial email; syncs it before the job counts as done
      const part = await open(`${file}.part`, 'w', 0o600);
      try {
        await part.writeFile(bytes as Buffer);
        await part.sync();
      } finally {
        await part.close();
      }
      await rename(`${file}.part`, file);
      await syncPath(folder);
    },
    forget: (address) => deleteEmails(folder, address),
    close: () => transport.close(),
  };
}
