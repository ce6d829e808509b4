/** The API of `@vscode/jupyter-extension` for offering servers. `collections` is for tests: what a picker would show. */
export function activate() {
  const collections = [];
  return {
    kernels: { getKernel: async () => undefined },
    createJupyterServerCollection(id, label, provider) {
      const collection = {
        id,
        label,
        provider,
        dispose: () => void collections.splice(collections.indexOf(collection), 1),
      };
      collections.push(collection);
      return collection;
    },
    collections,
  };
}
