import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from '#server/database/sync-to-disk.ts';
import { Deferral } from '#server/jobs/job.ts';
import { isLoopbackHost } from '#server/process/is-loopback-host.ts';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import type SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import { deleteEmails } from './delete-emails.ts';
import type { Letter } from './compose-email.ts';

export type Mail = {
  /**
   * Resolves when the mail server took the email, or its file stands whole.
   * @throws Deferral when the mail server is away or takes nothing for now; another error when it refuses the email for good
   */
  send(letter: Letter): Promise<void>;
  /** Deletes what lies here of emails to and from an address, and tells how many; a mail server's are out of reach. */
  forget(address: string): Promise<number>;
  /** Where emails go, for the operator. */
  destination: string;
  close(): void;
};

function message(letter: Letter, from: string, host: string): SendMailOptions {
  const { to, subject, text, html, replyTo, attachments = [], id } = letter;
  return {
    from,
    to,
    subject,
    text,
    html,
    ...(replyTo ? { replyTo } : {}),
    attachments: attachments.map(({ name, mediaType, content }) => ({
      filename: name,
      contentType: mediaType,
      content,
    })),
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

type Options = { smtpUrl?: string | undefined; folder: string; from: string; publicUrl: string };

/** Emails go to the SMTP server when there is one, otherwise each into one .eml file in `folder`. */
export function openMail({ smtpUrl, folder, from, publicUrl }: Options): Mail {
  const { hostname } = new URL(publicUrl);
  if (smtpUrl) {
    const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
    const server = new URL(smtpUrl);
    // whoever stands between can tell a client that there is no TLS
    const requireTLS = server.password !== '' || !isLoopbackHost(server.hostname);
    const transport = nodemailer.createTransport({ url: smtpUrl, requireTLS, ...timeouts });
    return {
      destination: `${server.hostname}:${server.port || (server.protocol === 'smtps:' ? 465 : 587)}`,
      async send(letter) {
        try {
          await transport.sendMail(message(letter, from, hostname));
        } catch (error) {
          const { command = '', responseCode = 0 } = error as SMTPConnection.SMTPError;
          // a wrong password, a sender not allowed or a missing certificate is the operator's to mend, and no word on the email
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
    async send(letter) {
      const { message: bytes } = await transport.sendMail(message(letter, from, hostname));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${letter.id}.eml`);
      // beside and renamed: a reader never sees half an email; on the disk before its job is done
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
