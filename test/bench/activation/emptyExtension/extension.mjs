export const activate = () => undefined;
