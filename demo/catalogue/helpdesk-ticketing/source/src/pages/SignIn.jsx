import { useState } from 'react';
import { api } from '../api.js';
import { Problem } from '../components/Bits.jsx';

export default function SignIn({ onSignIn }) {
  const [error, setError] = useState(null);

  const submit = async (event) => {
    event.preventDefault();
    try {
      const { person } = await api.post('/session', Object.fromEntries(new FormData(event.target)));
      window.location.hash = '';
      onSignIn(person);
    } catch (problem) {
      setError(problem);
    }
  };

  return (
    <main className="sign-in">
      <form onSubmit={submit} className="panel">
        <div className="brand"><span className="mark" />Helpdesk</div>
        <h1>Sign in to the IT desk</h1>
        <Problem error={error} />
        <label>Email<input name="email" type="email" required autoComplete="username" autoFocus /></label>
        <label>Password<input name="password" type="password" required autoComplete="current-password" /></label>
        <button className="primary">Sign in</button>
      </form>
    </main>
  );
}
