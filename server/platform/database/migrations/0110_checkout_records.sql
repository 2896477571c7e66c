-- What a buyer agreed to when they pressed Pay, kept for a bank that asks. The address goes when the account is deleted.
create table checkout_records (
  payment_id uuid primary key references payments,
  terms text not null,
  accepted_at timestamptz not null default now(),
  address text
);

-- Emails that a mail server took, by what they were about ('payment <id>').
create table sent_mails (
  job_id uuid primary key,
  about text not null,
  kind text not null,
  sent_at timestamptz not null default now()
);
create index sent_mails_about on sent_mails (about);
