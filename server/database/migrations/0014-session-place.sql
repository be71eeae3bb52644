-- in words, from the time zone the browser named at the login, like "Time zone of Berlin, Europe"; null when it named none
alter table session add column place text;
