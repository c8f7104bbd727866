@echo off
rem Runs AURA from this folder; builds .venv beside this file first when it is missing or out of date.
setlocal
set "root=%~dp0"
set "venv=%root%.venv"
set "python=%venv%\Scripts\python.exe"
if not exist "%python%" goto build
if not exist "%venv%\.built-base" goto build
>"%venv%\.root" echo %root%
copy /b /y "%venv%\.root"+"%root%constraints.txt"+"%root%pyproject.toml" "%venv%\.wanted" >nul 2>nul
fc /b "%venv%\.wanted" "%venv%\.built-base" >nul 2>nul || goto build
:start
"%python%" -I -m aura %*
exit /b %errorlevel%

:build
if exist "%venv%\.unfinished" rmdir /s /q "%venv%"
if exist "%python%" goto install
set "found="
for %%p in ("py -3.13" "py -3.12" "py -3.11" "python3" "python") do if not defined found (
    %%~p -c "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))" >nul 2>nul && set "found=%%~p"
)
if not defined found (
    echo aura: Python 3.11 or newer was not found; install it from python.org and try again. 1>&2
    exit /b 1
)
echo Setting up AURA in %venv% ^(once, about a minute^) ... 1>&2
%found% -m venv "%venv%" 1>&2 || exit /b 1
:install
echo building>"%venv%\.unfinished"
"%python%" -I -m pip install --disable-pip-version-check --no-input -q -c "%root%constraints.txt" -e "%root%." 1>&2
if errorlevel 1 (
    echo aura: The packages AURA needs could not be installed; connect to the internet once and run this again. 1>&2
    exit /b 1
)
>"%venv%\.root" echo %root%
copy /b /y "%venv%\.root"+"%root%constraints.txt"+"%root%pyproject.toml" "%venv%\.built-base" >nul
del "%venv%\.unfinished"
goto start
