-- A report is over when its job is, however that came about: an error, a cancellation by way of the job, a server that
-- died once too often. Whoever reads the table by SQL sees no report that runs for ever.
create function end_compliance_report() returns trigger language plpgsql as $$
begin
  update Compliances
  set Status = case new.Status when 'canceled' then 'canceled' else 'failed' end,
    Error = case new.Status when 'canceled' then '' else coalesce(new.Data ->> 'error', '') end
  where JobId = new.Id and Status = 'running';
  return null;
end $$;

create trigger compliance_report_ends after update of Status on Jobs
for each row when (new.Type = 'compliance_report' and new.Status in ('error', 'canceled'))
execute function end_compliance_report();

create index idx_compliances_job_id on Compliances (JobId);

-- Reports that were left running before this was so.
update Compliances c
set Status = 'failed', Error = 'The job that made this report ended before it did. Order the report again.'
where Status = 'running' and not exists (
  select from Jobs j where j.Id = c.JobId and j.Status in ('pending', 'in_progress', 'cancel_requested'));
