-- from the time zone that the browser sent at the login, such as "Time zone of Berlin, Europe"; null when it sent none
alter table session add column place text;
