// Texts are imported for esbuild, which bundles them.
declare module "*.txt" {
  const text: string;
  export default text;
}
