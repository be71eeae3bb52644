-- Number of open lines at which a person gets no more unassigned lines; null: no limit. Others can still assign them lines.
alter table staff add column most_open_lines integer
  constraint staff_most_open_lines check (most_open_lines between 1 and 1000);
