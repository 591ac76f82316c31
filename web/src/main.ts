import './theme.css';
import './ui.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './lib/settings/settings.svelte.ts';

const target = document.getElementById('app');
// The words come first, so that no page is ever shown without them.
if (target) void settings.apply().then(() => mount(App, { target }));
