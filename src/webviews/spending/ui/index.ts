import { SpendingApp } from './app';

customElements.define('panel-app', SpendingApp);
