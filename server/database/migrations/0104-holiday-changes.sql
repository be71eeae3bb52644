-- Days that the desk has made a holiday, or a business day although contract/business-calendar.ts lists it as a holiday.
create table holiday_change (
  day date primary key,
  is_holiday boolean not null
);
