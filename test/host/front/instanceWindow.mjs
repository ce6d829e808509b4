// Runs in the page of a window on an instance, before VS Code's own script. Says what the window is on, which that
// script would take from the address bar.
const { alias, path, userDataPath } = JSON.parse(document.currentScript.dataset.window);

/** An event of VS Code: a function that takes a listener. */
const event = (socket, type) => (listen) => {
  const heard = (value) => listen(type === 'message' ? value.data : value);
  socket.addEventListener(type, heard);
  return { dispose: () => socket.removeEventListener(type, heard) };
};

globalThis.remoteWindow = {
  remoteAuthority: `ssh-remote+${alias}`,
  // As on a desktop: they stay on the person's own computer, which the sandbox's instances share.
  userDataPath,
  windowIndicator: {
    label: `$(remote) SSH: ${alias}`,
    tooltip: `Editing on ${alias}, through its own SSH server. A stand-in for Remote-SSH opened this window.`,
  },
  webSocketFactory: {
    create: (url) => {
      // Of the machine it knows the name alone; the address bar's host passes it on.
      const { pathname, search } = new URL(url);
      const socket = new WebSocket(`ws://${location.host}${pathname}${search}`);
      socket.binaryType = 'arraybuffer';
      return {
        onData: event(socket, 'message'),
        onOpen: event(socket, 'open'),
        onClose: event(socket, 'close'),
        onError: event(socket, 'error'),
        send: (data) => socket.send(data),
        close: () => socket.close(),
      };
    },
  },
  resourceUriProvider: (uri) =>
    uri.with({
      scheme: 'http',
      authority: location.host,
      path: `${path}/vscode-remote-resource`,
      query: `path=${encodeURIComponent(uri.path)}`,
    }),
};
