import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// A relative base lets the built shop be opened from any folder or free static host.
export default defineConfig({ base: './', plugins: [react()] });
