// A classic script: browsers load no modules from files, so the page's modules cannot say it.
(() => {
  const start = document.getElementById("start");
  if (!start || location.protocol !== "file:") return;
  start.textContent = "This page needs a server: browsers load no WebAssembly modules from files. Run make web-serve, "
    + "or copy the folder to a web server.";
})();
