import { OffersApp } from './app';

customElements.define('panel-app', OffersApp);
