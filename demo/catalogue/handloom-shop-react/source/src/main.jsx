import '@fontsource/rozha-one';
import '@fontsource-variable/karla';
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import App from './App.jsx';
import { StoreProvider } from './store.jsx';

createRoot(document.getElementById('root')).render(<StrictMode><StoreProvider><App /></StoreProvider></StrictMode>);
