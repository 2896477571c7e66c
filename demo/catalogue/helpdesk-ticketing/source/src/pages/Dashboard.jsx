import { api } from '../api.js';
import { Avatar, Heading, Priority, Problem } from '../components/Bits.jsx';
import DayChart from '../components/DayChart.jsx';
import TicketTable from '../components/TicketTable.jsx';
import { linkTo, useLoad } from '../hooks.js';

function Figure({ label, value, query, tone }) {
  return <a className={`figure ${value > 0 ? tone ?? '' : ''}`} href={linkTo('/tickets', query)}><strong>{value}</strong><span>{label}</span></a>;
}

function Ring({ share, label }) {
  const round = 2 * Math.PI * 34;
  return (
    <figure className={`ring ${share >= 90 ? 'good' : share >= 75 ? 'fair' : 'poor'}`}>
      <svg viewBox="0 0 80 80" aria-hidden="true">
        <circle cx="40" cy="40" r="34" />
        <circle className="share" cx="40" cy="40" r="34" strokeDasharray={`${(round * (share ?? 0)) / 100} ${round}`} transform="rotate(-90 40 40)" />
        <text x="40" y="46" textAnchor="middle">{share === null ? '–' : `${share}%`}</text>
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  );
}

export default function Dashboard() {
  const { data, error } = useLoad(() => Promise.all([api.get('/summary'), api.get('/tickets?status=active')]), 'dashboard', 30_000);
  if (!data) return <Problem error={error} />;
  const [summary, { tickets }] = data;
  const most = Math.max(1, ...summary.priorities.map((entry) => entry.count));

  return (
    <>
      <Heading title="Dashboard" hint="The desk right now, and the last 30 days"><a className="button primary" href="#/new">New ticket</a></Heading>
      <Problem error={error} />
      <div className="figures">
        <Figure label="Active" value={summary.active} query={{ status: 'active' }} />
        <Figure label="Unassigned" value={summary.unassigned} query={{ status: 'active', assignee: 'none' }} />
        <Figure label="Waiting for requester" value={summary.waiting} query={{ status: 'waiting' }} />
        <Figure label="Due soon" value={summary.warning} query={{ sla: 'warning' }} tone="amber" />
        <Figure label="Late" value={summary.breached} query={{ sla: 'breached' }} tone="red" />
      </div>
      <div className="dashboard">
        <section className="panel">
          <h2>Raised and resolved <span className="legend"><i className="created" />Raised <i className="resolved" />Resolved</span></h2>
          <DayChart days={summary.days} />
        </section>
        <section className="panel">
          <h2>Within SLA, 30 days</h2>
          <div className="rings"><Ring share={summary.respondedInTime} label="First reply" /><Ring share={summary.resolvedInTime} label="Solution" /></div>
          <ul className="bars">
            {summary.priorities.map(({ priority, count }) => (
              <li key={priority}><Priority value={priority} /><span className="track"><i className={priority} style={{ width: `${(count / most) * 100}%` }} /></span><b>{count}</b></li>
            ))}
          </ul>
        </section>
        <section className="panel flush">
          <h2>Most pressing <a href={linkTo('/tickets', { status: 'active' })}>See all</a></h2>
          <TicketTable tickets={tickets.slice(0, 5)} />
        </section>
        <section className="panel wide">
          <h2>Team</h2>
          <table className="team">
            <thead><tr><th>Name</th><th>Active</th><th>Late</th><th>Solved</th></tr></thead>
            <tbody>{summary.agents.map((agent) => (
              <tr key={agent.id}><td><span className="person"><Avatar small name={agent.name} />{agent.name}</span></td><td>{agent.open}</td><td className={agent.breached ? 'red' : ''}>{agent.breached}</td><td>{agent.solved}</td></tr>
            ))}</tbody>
          </table>
        </section>
      </div>
    </>
  );
}
