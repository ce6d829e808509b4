import { clearScreen } from './fakeVscode';

// Files that share a process share its stand-in for VS Code: what one has left there, the next doesn't see.
clearScreen();
