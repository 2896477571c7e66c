-- Null until who was invited has set one.
alter table staff alter column password_hash drop not null;
-- The authenticator app of a staff member: the secret it shares with us, encrypted; one that is not confirmed yet; and the last 30 seconds whose code was used, so that no code works twice.
alter table staff add column totp_secret text, add column totp_pending text, add column totp_step bigint;

-- What signs in once when the phone is lost; kept only as keyed hashes.
create table staff_recovery_codes (
  staff_id uuid not null references staff on delete cascade,
  code_hash text not null,
  primary key (staff_id, code_hash)
);
