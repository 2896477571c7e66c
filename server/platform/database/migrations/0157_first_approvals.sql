-- In which month projects were approved for the first time.
create index verifications_approved on verifications (verified_at) where status = 'approved';
