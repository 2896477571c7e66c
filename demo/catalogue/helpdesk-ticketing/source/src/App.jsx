import { useCallback, useEffect, useMemo, useState } from 'react';
import { api } from './api.js';
import Sidebar from './components/Sidebar.jsx';
import { DeskContext, useRoute } from './hooks.js';
import Dashboard from './pages/Dashboard.jsx';
import NewTicket from './pages/NewTicket.jsx';
import Settings from './pages/Settings.jsx';
import SignIn from './pages/SignIn.jsx';
import TicketPage from './pages/TicketPage.jsx';
import Tickets from './pages/Tickets.jsx';

function Page({ me }) {
  const { path, query } = useRoute();
  const ticket = /^\/tickets\/(\d+)$/.exec(path);
  if (ticket) return <TicketPage key={ticket[1]} number={Number(ticket[1])} />;
  if (path === '/new') return <NewTicket />;
  if (path === '/settings' && me.role === 'admin') return <Settings />;
  if (path === '/' && me.role !== 'requester') return <Dashboard />;
  return <Tickets query={query} />;
}

export default function App() {
  const [me, setMe] = useState(undefined);
  const [directory, setDirectory] = useState(null);

  useEffect(() => {
    api.get('/session').then(({ person }) => setMe(person), () => setMe(null));
  }, []);

  const loadDirectory = useCallback(() => api.get('/people').then(setDirectory), []);
  useEffect(() => {
    if (me) loadDirectory();
    else setDirectory(null);
  }, [me, loadDirectory]);

  const desk = useMemo(() => {
    if (!me || !directory) return null;
    const byId = new Map(directory.people.map((person) => [person.id, person]));
    return {
      me, ...directory, loadDirectory,
      isStaff: me.role !== 'requester',
      staff: directory.people.filter((person) => person.role !== 'requester'),
      nameOf: (id) => byId.get(id)?.name ?? 'Former colleague',
      placeOf: (id) => byId.get(id)?.place ?? '',
    };
  }, [me, directory, loadDirectory]);

  if (me === undefined) return null;
  if (me === null) return <SignIn onSignIn={setMe} />;
  if (!desk) return null;
  return (
    <DeskContext value={desk}>
      <div className="shell">
        <Sidebar onSignOut={() => api.remove('/session').then(() => setMe(null))} />
        <main><Page me={me} /></main>
      </div>
    </DeskContext>
  );
}
