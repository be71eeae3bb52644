-- Result of the virus scan. 'off': no scanner was set when the file was added. 'infected': the bytes are deleted, and the row remains as the reason.
-- 'failed': the scanner can't scan this file, for example because it is too large for it.
alter table file add column scan text not null default 'off'
  constraint file_scan_known check (scan in ('off', 'waiting', 'clean', 'infected', 'failed'));
-- the scanner's name of the virus
alter table file add column virus text;
alter table file add constraint file_virus_named check ((virus is not null) = (scan = 'infected'));
