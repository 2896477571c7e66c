-- What is counted has the name that the rate limits and the codes give it.
alter table attempts rename column tries to count;
alter table one_time_codes rename column tries to attempts;
alter table confirmations rename column tries to attempts;
