// Presence and a setting are all it has. To resolve a remote authority it would need a proposed API of VS Code.
export function activate() {}
