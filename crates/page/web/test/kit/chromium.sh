#!/bin/sh
# Starts the browser so that it takes less processor time than what it looks at. Playwright starts it in a session of its own, and
# Linux gives each session as much as another (sched_autogroup): without this it would get as much as the rig and all other tests.
if [ -w /proc/self/autogroup ]; then
    echo 3 >"/proc/$$/autogroup"
fi
exec "${CHROMIUM:-/usr/bin/chromium}" "$@"
