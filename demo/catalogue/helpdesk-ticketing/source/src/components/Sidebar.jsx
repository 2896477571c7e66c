import { linkTo, useDesk, useLoad, useRoute } from '../hooks.js';
import { api } from '../api.js';
import { Avatar } from './Bits.jsx';

export default function Sidebar({ onSignOut }) {
  const { me, isStaff } = useDesk();
  const route = useRoute();
  const here = linkTo(route.path, route.query);
  const { data } = useLoad(() => api.get('/tickets'), here, 30_000);

  const item = (path, query, label, count, tone) => {
    const href = linkTo(path, query);
    return <a href={href} aria-current={href === here ? 'page' : undefined}>{label}{count > 0 && <b className={tone}>{count}</b>}</a>;
  };
  const counts = data?.counts ?? {};

  return (
    <aside className="sidebar">
      <div className="brand"><span className="mark" />Helpdesk</div>
      <nav>
        {isStaff && item('/', {}, 'Dashboard')}
        {item('/tickets', { status: 'active' }, isStaff ? 'All active' : 'My tickets', counts.active)}
        {isStaff && <>
          {item('/tickets', { status: 'active', assignee: me.id }, 'Assigned to me', counts.mine)}
          {item('/tickets', { status: 'active', assignee: 'none' }, 'Unassigned', counts.unassigned)}
          {item('/tickets', { sla: 'warning' }, 'Due soon', counts.warning, 'amber')}
          {item('/tickets', { sla: 'breached' }, 'Late', counts.breached, 'red')}
        </>}
        {item('/tickets', { status: 'waiting' }, isStaff ? 'Waiting for requester' : 'Waiting for me', counts.waiting)}
        {item('/tickets', { status: 'resolved' }, 'Resolved')}
        {item('/tickets', {}, 'Everything')}
        {me.role === 'admin' && item('/settings', {}, 'Settings')}
      </nav>
      <div className="who">
        <Avatar name={me.name} />
        <div><strong>{me.name}</strong><small>{me.place}</small></div>
        <button type="button" className="plain" onClick={onSignOut}>Sign out</button>
      </div>
    </aside>
  );
}
